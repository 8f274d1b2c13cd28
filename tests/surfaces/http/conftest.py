from tests.app.conftest import app, house, pytest_pyfunc_call, surroundings

__all__ = ["app", "house", "pytest_pyfunc_call", "surroundings"]
