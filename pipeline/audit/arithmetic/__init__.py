"""What print alone can refute: relations between claims, and numbers that nothing could have given."""
