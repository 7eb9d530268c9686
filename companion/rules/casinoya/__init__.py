"""CasiNoya: four games in which players attack each other's hit points with their hands."""
