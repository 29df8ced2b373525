"""A scene that was set back is as it was, whatever was pressed in it."""

from pathlib import Path

from bot.interactions.custom_id import Accept, KeepData, Move
from tests.bot.hostile.again import again
from tests.bot.hostile.granted import PRESSED
from tests.bot.hostile.pressed import granted, press, written
from tests.bot.hostile.scene import ON, Scene, a_scene


def shown(scene: Scene) -> dict[str, object]:
    return {name: scene.world.payload(scene.messages[name]) for name in ON}


async def test_messages_and_rows_are_as_they_were(tmp_path: Path) -> None:
    """A press on a message edits it, on a board too, and one on a replay that doesn't belong there
    takes its buttons away."""
    keep = press(PRESSED[KeepData].who, "replay", written(KeepData))
    async with a_scene(tmp_path) as scene:
        with again(scene, tmp_path) as scene_again:
            messages, rows = shown(scene), scene.rows()
            for deed in (keep, granted(Accept), granted(Move)):
                await scene.comes(deed)
                assert shown(scene)[deed.on] != messages[deed.on]
                scene_again.set_back()
                assert shown(scene) == messages
                assert scene.rows() == rows


async def test_a_deleted_message_is_there_again(tmp_path: Path) -> None:
    async with a_scene(tmp_path) as scene:
        with again(scene, tmp_path) as scene_again:
            messages, world = shown(scene), scene.world
            world.env.backend.delete_message(world.games.id, scene.messages["board"].id)
            scene_again.set_back()
            assert shown(scene) == messages
