"""The designer's laboratory: many hands and many games at once. Its extras (`lab`) are loaded only when it is used."""
