"""What bots do with members: nicknames, roles and timeouts, and who has to go."""

from dataclasses import replace

from deploy.sandbox import api_errors, forms, objects
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.endpoints.lookup import in_server
from deploy.sandbox.forms.form_errors import RULE, Mistake, tree
from deploy.sandbox.guild.guild import Person, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.ids import born
from deploy.sandbox.objects import Json
from deploy.sandbox.rate_limits import MEMBERS
from deploy.sandbox.world import World

MEMBER = "/guilds/{guild}/members/{user}"
BANS = "/guilds/{guild}/bans"
# Four weeks, in milliseconds.
LONGEST_TIMEOUT = 28 * 24 * 3_600_000
IN_VOICE = ("mute", "deaf", "channel_id")


def change(world: World, call: Call) -> Json:
    server = in_server(world, call)
    person = _member(server, call)
    form = forms.member(call.body, strict=call.strict)
    if any(form.get(key) is not None for key in IN_VOICE):
        raise api_errors.not_in_voice()
    profile = server.profile(person)
    if "nick" in form:
        _may(server, May.MANAGE_NICKNAMES, person)
        profile = replace(profile, nick=form["nick"] or None)
    if "roles" in form:
        roles = form["roles"] or ()
        for each in {*roles} ^ {*profile.roles}:
            _may_grant(server, each)
        profile = replace(profile, roles=_sorted(server, roles))
    if "communication_disabled_until" in form:
        _may(server, May.TIME_OUT, person)
        until = form["communication_disabled_until"] or 0
        _check_timeout(server, person, until)
        profile = replace(profile, timed_out_until=until)
    world.membership.change(server, person, profile)
    return objects.member(server, person)


def change_own(world: World, call: Call) -> Json:
    server = in_server(world, call)
    form = forms.own_member(call.body, strict=call.strict)
    if "nick" in form:
        _may(server, May.CHANGE_NICKNAME)
        profile = server.profile(server.bot)
        world.membership.change(server, server.bot, replace(profile, nick=form["nick"] or None))
    return objects.member(server, server.bot)


def add_role(world: World, call: Call) -> None:
    server, role = in_server(world, call), call.path["role"]
    person = _member(server, call)
    _may_grant(server, role)
    profile = server.profile(person)
    roles = _sorted(server, (*profile.roles, role))
    world.membership.change(server, person, replace(profile, roles=roles))


def remove_role(world: World, call: Call) -> None:
    server, role = in_server(world, call), call.path["role"]
    person = _member(server, call)
    _may_grant(server, role)
    profile = server.profile(person)
    roles = tuple(each for each in profile.roles if each != role)
    world.membership.change(server, person, replace(profile, roles=roles))


def kick(world: World, call: Call) -> None:
    server = in_server(world, call)
    person = _member(server, call)
    _may(server, May.KICK, person, itself=False)
    world.membership.kick(server, person)


def ban(world: World, call: Call) -> None:
    server, person = in_server(world, call), world.servers.known(call.path["user"])
    age = forms.ban(call.body, strict=call.strict)
    if person is None:
        raise api_errors.unknown_user()
    _may(server, May.BAN, person, itself=False)
    world.membership.ban(server, person)
    if age:
        world.messages.delete_of(server, person, lambda post: born(post.id) >= server.now() - age)


def unban(world: World, call: Call) -> None:
    server = in_server(world, call)
    _may(server, May.BAN)
    world.membership.unban(server, _banned(server, call))


def find_ban(world: World, call: Call) -> Json:
    server = in_server(world, call)
    _may(server, May.BAN)
    return _told(_banned(server, call))


def bans(world: World, call: Call) -> list[Json]:
    server = in_server(world, call)
    _may(server, May.BAN)
    return [_told(server.people[each]) for each in sorted(server.banned, key=int)]


def _member(server: Server, call: Call) -> Person:
    found = server.member(call.path["user"])
    if found is None:
        raise api_errors.unknown_member()
    return found


def _banned(server: Server, call: Call) -> Person:
    if call.path["user"] not in server.banned:
        raise api_errors.unknown_ban()
    return server.people[call.path["user"]]


def _told(person: Person) -> Json:
    return {"user": objects.user(person), "reason": None}


def _may(server: Server, needed: May, whom: Person | None = None, *, itself: bool = True) -> None:
    """Whether the bot has a permission, and its highest role is above those of whom it is for."""
    own = itself and whom == server.bot
    outranked = whom and not own and server.rank(whom) >= server.rank(server.bot)
    if needed & ~server.may(server.bot) or outranked:
        raise api_errors.missing_permissions()


def _may_grant(server: Server, role: str) -> None:
    """Whether the bot may give or take a role: one that is below its own."""
    _may(server, May.MANAGE_ROLES)
    if role not in server.roles:
        raise api_errors.unknown_role()
    if role == server.id or server.roles[role].managed:
        raise api_errors.invalid_role()
    if server.position(role) >= server.rank(server.bot):
        raise api_errors.missing_permissions()


def _check_timeout(server: Server, person: Person, until: int) -> None:
    if until and May.ADMINISTRATOR in server.may(person):
        raise api_errors.missing_permissions()
    if until > server.now() + LONGEST_TIMEOUT:
        says = "A timeout is over within 28 days."
        mistake = Mistake(("communication_disabled_until",), RULE, says)
        raise api_errors.invalid_form(tree([mistake]))


def _sorted(server: Server, roles: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Each of them once."""
    return tuple(sorted({*roles}, key=server.position))


ENDPOINTS = (
    # Before another member, who would have this for their ID.
    Endpoint(
        "PATCH", "/guilds/{guild}/members/@me", change_own, limited_by="guild", allowance=MEMBERS
    ),
    Endpoint("PATCH", MEMBER, change, limited_by="guild", allowance=MEMBERS),
    Endpoint("DELETE", MEMBER, kick, limited_by="guild", allowance=MEMBERS),
    Endpoint("PUT", MEMBER + "/roles/{role}", add_role, limited_by="guild", allowance=MEMBERS),
    Endpoint(
        "DELETE", MEMBER + "/roles/{role}", remove_role, limited_by="guild", allowance=MEMBERS
    ),
    Endpoint("GET", BANS, bans),
    Endpoint("GET", BANS + "/{user}", find_ban),
    Endpoint("PUT", BANS + "/{user}", ban, limited_by="guild", allowance=MEMBERS),
    Endpoint("DELETE", BANS + "/{user}", unban, limited_by="guild", allowance=MEMBERS),
)
