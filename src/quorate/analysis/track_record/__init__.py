"""What finished deliberations whose outcome is known say of voters, of panels and of a new verdict."""
