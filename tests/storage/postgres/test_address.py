"""Addresses of databases: what they mean, and that passwords are never shown."""

import pytest

from storage.location import ServerAddress
from storage.postgres.address import server_at
from storage.trouble import UnknownOption, WrongAddress

SECRET = "s3cr/t?@#%"  # noqa: S105
URL = "postgresql://bot:s3cr%2Ft%3F%40%23%25@db.example:6432/duelhost"


@pytest.fixture(autouse=True)
def nothing_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGDATABASE", "PGCONNECT_TIMEOUT"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("url", "address", "shown"),
    [
        (
            URL,
            ServerAddress("db.example", "6432", "duelhost", "bot"),
            "postgresql://bot@db.example:6432/duelhost",
        ),
        (
            "postgres://bot@db.example",
            ServerAddress("db.example", "5432", "bot", "bot"),
            "postgresql://bot@db.example:5432/bot",
        ),
        (
            "postgresql://bot@[2001:db8::1]/duels",
            ServerAddress("2001:db8::1", "5432", "duels", "bot"),
            "postgresql://bot@[2001:db8::1]:5432/duels",
        ),
        (
            "postgresql://bot@/duels?host=/run/postgresql&password=x",
            ServerAddress("/run/postgresql", "5432", "duels", "bot"),
            "postgresql://bot@/duels?host=/run/postgresql&port=5432",
        ),
        (
            "postgresql://bot@a,b:1,c:2/duels?target_session_attrs=read-write",
            ServerAddress("a,b,c", ",1,2", "duels", "bot"),
            "postgresql://bot@a:5432,b:1,c:2/duels",
        ),
    ],
)
def test_addresses(url: str, address: ServerAddress, shown: str) -> None:
    assert server_at(url).address == address
    assert str(address) == shown


def test_what_the_address_leaves_out_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PGHOST", "db.example")
    monkeypatch.setenv("PGUSER", "bot")
    monkeypatch.setenv("PGPASSWORD", SECRET)
    server = server_at("postgresql:///duels")
    assert server.address == ServerAddress("db.example", "5432", "duels", "bot")
    assert SECRET not in server.without_password(f"password {SECRET} is wrong")


def test_a_password_is_shown_nowhere() -> None:
    server = server_at(URL)
    assert server.settings["password"] == SECRET
    for shown in (repr(server), str(server), str(server.address), repr(server.address)):
        assert "s3cr" not in shown


@pytest.mark.parametrize(
    "url",
    [
        "mysql://bot@db.example/duels",
        "duels.db",
        "host=db.example password=s3cret",
        "postgresql://bot:s3cret/@db.example/duels",
        "postgresql://bot:1234/s3cret@db.example/duels",
        "postgresql://bot:and@s3cret@db.example/duels",
        "postgresql://bot:s3c@ret?word=x@db.example/duels",
        "postgresql://bot:s3cret@db.example:port/duels",
        "postgresql://bot:s3cret@db.example/duels?connect_timeout=s3cret",
        "postgresql://bot:s3cret%zz@db.example/duels",
        "postgresql://bot:s3\0cret@db.example/duels",
        "postgresql://bot:s3\ud800cret@db.example/duels",
    ],
)
def test_an_address_that_cant_be_read_isnt_shown(url: str) -> None:
    with pytest.raises(WrongAddress) as wrong:
        server_at(url)
    assert "s3c" not in str(wrong.value)
    assert wrong.value.__cause__ is None
    assert wrong.value.__suppress_context__ or wrong.value.__context__ is None


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(UnknownOption) as unknown:
        server_at("postgresql://bot:s3cret@db.example/duels?sslmod=require")
    assert unknown.value.option == "sslmod"


def test_nobody_waits_for_ever_to_connect() -> None:
    assert server_at(URL).connect_timeout == 5
    assert server_at(f"{URL}?connect_timeout=2").connect_timeout == 2
    assert server_at(f"{URL}?connect_timeout=0").connect_timeout == 60
