"""Every sentence the companion says: codes to text."""
