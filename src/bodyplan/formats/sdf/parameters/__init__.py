"""Parameters of includes (`<experimental:params>`): what they change in the included file."""
