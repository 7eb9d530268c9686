"""What the players see: the Kivy touchscreen."""
