// The guest bot of tests/foreign/test_guest_bots.py, written with discord.js as its guide says.
import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";

const FRUIT = ["apple", "apricot", "banana"];

const command = new SlashCommandBuilder()
  .setName("guest")
  .setDescription("Shows what a bot can do")
  .addSubcommand((options) =>
    options
      .setName("options")
      .setDescription("Says what it was given")
      .addStringOption((text) =>
        text.setName("text").setDescription("A fruit").setRequired(true).setAutocomplete(true),
      )
      .addIntegerOption((whole) =>
        whole
          .setName("whole")
          .setDescription("One or two")
          .addChoices({ name: "one", value: 1 }, { name: "two", value: 2 }),
      )
      .addNumberOption((number) =>
        number.setName("number").setDescription("Up to ten").setMinValue(0).setMaxValue(10),
      )
      .addBooleanOption((yes) => yes.setName("yes").setDescription("Yes or no"))
      .addUserOption((user) => user.setName("user").setDescription("Somebody"))
      .addChannelOption((channel) => channel.setName("channel").setDescription("A channel"))
      .addRoleOption((role) => role.setName("role").setDescription("A role"))
      .addMentionableOption((either) =>
        either.setName("mentionable").setDescription("A member or a role"),
      ),
  )
  .addSubcommand((panel) => panel.setName("panel").setDescription("Shows buttons and a menu"))
  .addSubcommand((form) => form.setName("form").setDescription("Opens a form"))
  .addSubcommand((slow) => slow.setName("slow").setDescription("Takes its time"))
  .addSubcommand((secret) => secret.setName("secret").setDescription("Tells only you"))
  .addSubcommand((file) => file.setName("file").setDescription("Sends a file"))
  .addSubcommand((who) =>
    who
      .setName("who")
      .setDescription("Says who somebody is, and where")
      .addUserOption((user) => user.setName("user").setDescription("Somebody").setRequired(true)),
  );

function panel(count) {
  return {
    embeds: [new EmbedBuilder().setTitle("Panel").setDescription(`Count: ${count}`)],
    components: [
      new ActionRowBuilder().addComponents(
        new ButtonBuilder()
          .setCustomId(`count:${count}`)
          .setLabel("Count")
          .setStyle(ButtonStyle.Primary),
        new ButtonBuilder().setCustomId("form").setLabel("Form").setStyle(ButtonStyle.Secondary),
      ),
      new ActionRowBuilder().addComponents(
        new StringSelectMenuBuilder()
          .setCustomId("fruit")
          .setPlaceholder("Choose a fruit")
          .addOptions(FRUIT.map((each) => ({ label: each, value: each }))),
      ),
    ],
  };
}

function form() {
  return new ModalBuilder()
    .setCustomId("feedback")
    .setTitle("Feedback")
    .addComponents(
      new ActionRowBuilder().addComponents(
        new TextInputBuilder()
          .setCustomId("subject")
          .setLabel("Subject")
          .setStyle(TextInputStyle.Short),
      ),
      new ActionRowBuilder().addComponents(
        new TextInputBuilder()
          .setCustomId("words")
          .setLabel("Words")
          .setStyle(TextInputStyle.Paragraph)
          .setRequired(false),
      ),
    );
}

const subcommands = {
  async options(interaction) {
    const { options } = interaction;
    const either = options.getMentionable("mentionable");
    const given = {
      text: options.getString("text"),
      whole: options.getInteger("whole"),
      number: options.getNumber("number"),
      yes: options.getBoolean("yes"),
      user: options.getUser("user")?.displayName,
      channel: options.getChannel("channel")?.name,
      role: options.getRole("role")?.name,
      mentionable: either?.displayName ?? either?.name,
    };
    const told = Object.entries(given).filter(([, value]) => value != null);
    await interaction.reply(told.map(([name, value]) => `${name}=${value}`).join(" "));
  },
  panel: (interaction) => interaction.reply(panel(0)),
  form: (interaction) => interaction.showModal(form()),
  async slow(interaction) {
    await interaction.deferReply();
    await interaction.editReply("Done");
    const more = await interaction.followUp("More");
    await more.edit("Much more");
    const gone = await interaction.followUp("Soon gone");
    await gone.delete();
  },
  async secret(interaction) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply("Only you see this");
  },
  file: (interaction) =>
    interaction.reply({
      content: "Here you are",
      files: [new AttachmentBuilder(Buffer.from("Hello"), { name: "note.txt" })],
    }),
  async who(interaction) {
    await interaction.deferReply();
    const { client } = interaction;
    const { id } = interaction.options.getUser("user");
    const guild = await client.guilds.fetch({ guild: interaction.guildId, force: true });
    const member = await guild.members.fetch({ user: id, force: true });
    const channel = await client.channels.fetch(interaction.channelId, { force: true });
    const user = await client.users.fetch(id, { force: true });
    const names = [`member=${member.displayName}`, `user=${user.username}`];
    await interaction.editReply(`${names.join(" ")} channel=${channel.name} guild=${guild.name}`);
  },
};

const messages = {
  "!ping": (message) => message.reply("Pong"),
  async "!tidy"(message) {
    await message.channel.sendTyping();
    await message.react("👍");
    const first = await message.channel.send("First");
    await first.edit("Second");
    const third = await message.channel.send("Third");
    await third.delete();
  },
  "!dm": (message) => message.author.send(`Hello, ${message.author.displayName}`),
};

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMembers,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.MessageContent,
  ],
  rest: { api: process.env.DISCORD_API },
});

client.once(Events.ClientReady, async () => {
  await client.application.commands.set([command]);
  console.log(`${client.user.tag} is ready`);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    await subcommands[interaction.options.getSubcommand()](interaction);
  } else if (interaction.isAutocomplete()) {
    const found = FRUIT.filter((each) => each.startsWith(interaction.options.getFocused()));
    await interaction.respond(found.map((each) => ({ name: each, value: each })));
  } else if (interaction.isStringSelectMenu()) {
    const content = `You chose ${interaction.values[0]}`;
    await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  } else if (interaction.isModalSubmit()) {
    const subject = interaction.fields.getTextInputValue("subject");
    const words = interaction.fields.getTextInputValue("words");
    await interaction.reply(`${subject}: ${words}`);
  } else if (interaction.customId === "form") {
    await interaction.showModal(form());
  } else {
    await interaction.update(panel(Number(interaction.customId.split(":")[1]) + 1));
  }
});

client.on(Events.MessageCreate, async (message) => {
  if (!message.author.bot) await messages[message.content]?.(message);
});

client.on(Events.Error, (error) => console.error(error));
client.on(Events.ShardReconnecting, () => console.log("reconnecting"));
client.on(Events.ShardResume, () => console.log("resumed"));

await client.login(process.env.DISCORD_TOKEN);
