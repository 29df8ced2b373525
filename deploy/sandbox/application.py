"""The bot's application as JSON."""

from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.objects import Json, user


def flags(privileged: Intent) -> int:
    """Returns an application's flags, which say which privileged intents it may use."""
    limited = {
        Intent.GUILD_PRESENCES: 1 << 13,
        Intent.GUILD_MEMBERS: 1 << 15,
        Intent.MESSAGE_CONTENT: 1 << 19,
    }
    return sum(flag for intent, flag in limited.items() if intent & privileged)


def application(servers: Servers, key: str, privileged: Intent) -> Json:
    return {
        "id": key,
        "name": servers.bot.name,
        "icon": None,
        "description": "",
        # Empty at Discord too, until version 11. interactions.py takes no application without it.
        "summary": "",
        "type": None,
        "flags_new": str(flags(privileged)),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags(privileged),
        "owner": user(servers.people[servers.first.owner]),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": servers.count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "bot": user(servers.bot),
        "integration_types_config": {"0": {}},
    }
