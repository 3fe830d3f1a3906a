"""Why roles are not changed."""


class RoleError(Exception):
    """Why none of the changes is made. `code`: unknown-person (the account or the role no longer exists), administrator
    (`name` has every right anyway), or not-administrator (the person who asks for the changes is none)."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(code, name)
        self.code, self.name = code, name
