from tests.app.conftest import address, app, house, pytest_pyfunc_call, surroundings

__all__ = ["address", "app", "house", "pytest_pyfunc_call", "surroundings"]
