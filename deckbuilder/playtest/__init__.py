"""Games played by hand on the engine of the simulations."""
