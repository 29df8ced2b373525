"""Whether what a bot sends is what Discord takes. Each form is a pure function of a request's body:
it gives back what the body means, or raises the complaint that Discord would."""

from deploy.sandbox.forms.attachments import Files
from deploy.sandbox.forms.callbacks import callback
from deploy.sandbox.forms.commands import commands
from deploy.sandbox.forms.fields import refuse
from deploy.sandbox.forms.messages import blank, edit, left_over, message
from deploy.sandbox.forms.modals import modal

__all__ = [
    "Files",
    "blank",
    "callback",
    "commands",
    "edit",
    "left_over",
    "message",
    "modal",
    "refuse",
]
