"""What is so: questions about the state, answered without changing it."""
