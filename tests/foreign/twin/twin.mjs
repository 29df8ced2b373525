/** Runs the twin with what it lacks, and with a page for its players, until its input ends. */

import { DigitalDiscord } from "discord-digital-twin";
import { fillGaps, fillGapsInDatabase } from "./gaps.mjs";
import { Page } from "./page.mjs";

const TEXT_CHANNEL = 0;

const discord = new DigitalDiscord({
  guild: { name: "Club" },
  channels: [{ name: "duels", type: TEXT_CHANNEL }],
  users: ["Ana", "Bo", "Cleo", "Dan", "Eve"].map((username) => ({ username })),
});
fillGapsInDatabase(discord);
await discord.start();
const page = new Page(
  discord,
  await discord.prisma.user.findMany(),
  await discord.prisma.channel.findMany(),
);
await page.open();
page.watch();
fillGaps(discord, (file) => page.keep(file));
const { restUrl, botToken } = discord;
console.log(JSON.stringify({ rest: `${restUrl}/v10`, token: botToken, page: page.url }));
process.stdin.resume().on("end", () => process.exit());
