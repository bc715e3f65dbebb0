"""What links weigh, and whether that can be: masses, centres of mass and inertia of descriptions."""
