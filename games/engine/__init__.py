"""What the games share: values, constraints, the judge, and the files people exchange."""
