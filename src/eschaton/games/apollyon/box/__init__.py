"""What lies in the box: components, and what is printed on cards."""
