"""Validates request bodies as Discord does. Each form is a pure function of a body: it returns what
the body means, or raises Discord's error."""

from deploy.sandbox.forms.attachments import Files
from deploy.sandbox.forms.body_ids import message_ids, recipient_id
from deploy.sandbox.forms.callbacks import callback
from deploy.sandbox.forms.channels import channel, channel_change, permissions
from deploy.sandbox.forms.commands import command, commands
from deploy.sandbox.forms.fields import refuse
from deploy.sandbox.forms.members import ban, member, own_member
from deploy.sandbox.forms.messages import blank, edit, left_over, message
from deploy.sandbox.forms.modals import modal
from deploy.sandbox.forms.path_ids import path_ids
from deploy.sandbox.forms.threads import thread, thread_alone, thread_change

__all__ = [
    "Files",
    "ban",
    "blank",
    "callback",
    "channel",
    "channel_change",
    "command",
    "commands",
    "edit",
    "left_over",
    "member",
    "message",
    "message_ids",
    "modal",
    "own_member",
    "path_ids",
    "permissions",
    "recipient_id",
    "refuse",
    "thread",
    "thread_alone",
    "thread_change",
]
