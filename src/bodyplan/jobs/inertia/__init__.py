"""Mass properties of the links of a robot: their report, and changes of them."""
