from tests.app.conftest import app, house, postgres, pytest_pyfunc_call, surroundings

__all__ = ["app", "house", "postgres", "pytest_pyfunc_call", "surroundings"]
