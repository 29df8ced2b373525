"""The buttons that download and delete personal data."""

from bot.interactions.custom_id import ConfirmDelete, DeleteData, DownloadData, KeepData
from bot.interactions.handlers import on
from bot.services import Context


@on(DownloadData)
async def download(context: Context, _pressed: DownloadData) -> None:
    await context.services.personal_data.download(context)


@on(DeleteData)
async def ask_to_delete(context: Context, _pressed: DeleteData) -> None:
    await context.services.personal_data.ask_to_delete(context)


@on(ConfirmDelete)
async def delete(context: Context, _pressed: ConfirmDelete) -> None:
    await context.services.personal_data.delete(context)


@on(KeepData)
async def keep(context: Context, _pressed: KeepData) -> None:
    await context.services.personal_data.keep(context)
