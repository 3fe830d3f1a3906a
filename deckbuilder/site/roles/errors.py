"""Why roles are not changed."""


class RoleError(Exception):
    """Changes of roles of which none is made. `code`: unknown-person (of a role, or the role itself), administrator
    (`name` has every right anyway), or not-administrator (of whoever makes them)."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(code, name)
        self.code, self.name = code, name
