/** A page for the twin's players, which speaks as the sandbox's does: the same tests play in both. */

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { WebSocketServer } from "ws";

const PRIVATE = 1 << 6;
const NOBODY = "nobody";
const [COMMAND, PRESS, TYPING] = [2, 3, 4];
const [BUTTON, SELECT] = [2, 3];
const [LATER, CHOICES] = [5, 8];
const COMMANDS = /\/applications\/\d+\/commands$/;
const ANSWER = /\/(?:interactions|webhooks)\/\d+\/([^/?]+)/;

export class Page {
  constructor(discord, members, channels) {
    this.discord = discord;
    this.server = { id: discord.guildId };
    this.members = members.map(({ id, username, bot }) => {
      return { id, name: username, username: username.toLowerCase(), bot };
    });
    this.channels = channels.map(({ id, name }) => ({ id, name }));
    this.commands = [];
    this.bot = "offline";
    this.seats = new Set();
    this.messages = new Map();
    // Interactions by their tokens.
    this.asked = new Map();
    this.files = new Map();
  }

  async open() {
    const server = createServer((request, response) => this.serve(request, response));
    new WebSocketServer({ server }).on("connection", (socket, { url }) => this.seat(socket, url));
    await new Promise((opened) => server.listen(0, "127.0.0.1", opened));
    this.url = `http://127.0.0.1:${server.address().port}/`;
  }

  /** Tell the players what the bot does. */
  watch() {
    const { app, gateway } = this.discord.server;
    const { broadcast, sendDispatch } = gateway;
    gateway.broadcast = (event, data) => {
      broadcast.call(gateway, event, data);
      if (event === "MESSAGE_DELETE") this.forget(data.id);
      else if (event.startsWith("MESSAGE_")) this.remember(data);
    };
    gateway.sendDispatch = (client, event, data) => {
      sendDispatch.call(gateway, client, event, data);
      if (event === "GUILD_CREATE") this.comesOnline();
    };
    app.use(async (context, next) => {
      const { method, url } = context.request;
      const token = ["POST", "PATCH"].includes(method) && ANSWER.exec(url)?.[1];
      const response = await next();
      if (token && response.ok) await this.answered(token, context.body, response.clone());
      if (method === "PUT" && COMMANDS.test(url) && response.ok) await this.registered();
      return response;
    });
  }

  comesOnline() {
    this.bot = "online";
    this.tell({ type: "bot", state: this.bot });
  }

  async registered() {
    const commands = await this.discord.prisma.applicationCommand.findMany();
    this.commands = commands.map((each) => ({ ...each, options: JSON.parse(each.options) }));
    this.tell({ type: "commands", commands: this.commands });
  }

  /** A callback has a type; what follows it has the message. */
  async answered(token, { type, data }, response) {
    const asked = this.asked.get(token);
    if (type === LATER) return;
    if (type === CHOICES) asked.suggest(data.choices);
    const message = this.messages.get(type ? await this.answer(asked) : (await response.json()).id);
    if (message) {
      if (message.id !== asked.pressed) message.interaction_metadata = { id: asked.id };
      message.reader = asked.member;
      this.show(message);
    }
    this.tell({ type: "interaction", id: asked.id, state: "answered" }, asked.member);
  }

  async answer({ id }) {
    const where = { interactionId: id };
    return (await this.discord.prisma.interactionResponse.findUnique({ where })).messageId;
  }

  remember(message) {
    const { reader, interaction_metadata } = this.messages.get(message.id) ?? {};
    const defaults = { flags: 0, components: [] };
    const now = { ...defaults, ...message, reader, interaction_metadata };
    this.messages.set(message.id, now);
    this.show(now);
  }

  forget(id) {
    this.messages.delete(id);
    this.tell({ type: "deleted", message: id });
  }

  /** A private message is shown as soon as it is known to whom. */
  show({ reader, ...message }) {
    this.tell({ type: "message", message }, message.flags & PRIVATE ? (reader ?? NOBODY) : null);
  }

  seenBy(member) {
    const whole = [...this.messages.values()];
    const seen = whole.filter(({ flags, reader }) => !(flags & PRIVATE) || reader === member);
    return seen.map(({ reader: _, ...message }) => message);
  }

  tell(frame, reader = null) {
    for (const { socket, member } of this.seats) {
      if (!reader || reader === member) socket.send(JSON.stringify(frame));
    }
  }

  seat(socket, url) {
    const member = new URL(url, this.url).searchParams.get("member");
    const { server, members, channels, commands, bot } = this;
    const hello = {
      server,
      members,
      channels,
      commands,
      bot,
      messages: this.seenBy(member),
      faults: [],
    };
    socket.send(JSON.stringify({ type: "hello", ...hello }));
    const seat = { socket, member };
    this.seats.add(seat);
    socket.on("close", () => this.seats.delete(seat));
  }

  /** Returns what Discord tells about a file, a PNG. */
  async keep(file) {
    const bytes = Buffer.from(await file.arrayBuffer());
    const path = `attachments/${this.files.size}/${file.name}`;
    this.files.set(`/${path}`, bytes);
    const url = this.url + path;
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    return { url, proxy_url: url, size: bytes.length, width, height };
  }

  /** What players do. */
  async serve(request, response) {
    if (this.files.has(request.url)) return response.end(this.files.get(request.url));
    const [what, member, does] = request.url.slice(1).split("/");
    const act = what === "members" ? () => this.members.filter(({ bot }) => !bot) : this.acts[does];
    const done = await act?.(member, request.method === "POST" ? await json(request) : {});
    response.setHeader("Content-Type", "application/json");
    response.statusCode = done ? 200 : 404;
    response.end(JSON.stringify(done ?? { why: "This page can't do that." }));
  }

  acts = {
    commands: (member, asked) => {
      return this.ask(member, COMMAND, asked.channel, this.typed(asked));
    },

    suggestions: async (member, asked) => {
      const choices = new Promise((suggest) => {
        this.ask(member, TYPING, asked.channel, this.typed(asked), { suggest });
      });
      return { choices: await choices };
    },

    presses: async (member, { message, custom_id, values }) => {
      const { channelId } = await this.discord.prisma.message.findUniqueOrThrow({
        where: { id: message },
      });
      const how = values ? { component_type: SELECT, values } : { component_type: BUTTON };
      return this.ask(member, PRESS, channelId, { custom_id, ...how }, { pressed: message });
    },
  };

  async ask(userId, type, channelId, data, more = {}) {
    const asked = { type, userId, channelId, data, messageId: more.pressed };
    const { id, token } = await this.discord.simulateInteraction(asked);
    this.asked.set(token, { id, token, member: userId, ...more });
    return { interaction: id };
  }

  typed({ command, path, options, focused }) {
    const { id, name, type, options: known } = this.commands.find((each) => each.id === command);
    return { id, name, type, options: typedOptions(known, path, options, focused) };
  }
}

function typedOptions(known, [name, ...path], given, focused) {
  if (name) {
    const { type, options } = known.find((each) => each.name === name);
    return [{ name, type, options: typedOptions(options ?? [], path, given, focused) }];
  }
  return Object.entries(given).map(([name, value]) => {
    const { type } = known.find((each) => each.name === name);
    return { name, type, value, ...(name === focused ? { focused: true } : {}) };
  });
}
