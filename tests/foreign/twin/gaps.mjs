/** What Discord has, the twin lacks, and our bot needs. Everything else is the twin's own. */

import { AsyncLocalStorage } from "node:async_hooks";

const REQUEST_GUILD_MEMBERS = 8;
const USER = 6;
// The twin lets everybody do this.
const PERMISSIONS = "1099511627775";
const CALLBACK = /\/interactions\/(\d+)\/[^/]+\/callback/;

/** Before the twin starts: it keeps its database from then on. */
export function fillGapsInDatabase(discord) {
  const write = ({ args, query }) => query(withAttachments(args));
  discord.prisma = discord.prisma.$extends({
    query: { message: { create: write, update: write } },
  });
}

/** When the twin has started. `keepFile` returns what Discord tells about a file. */
export function fillGaps(discord, keepFile) {
  const { app, gateway } = discord.server;
  app.get("/oauth2/applications/@me", () => application(discord));
  app.use((context, next) => withMessage(discord, context, next));
  app.use((context, next) => withFiles(keepFile, context, next));
  app.use((context, next) => withPermissions(context, next));
  gateway.wss.on("connection", (socket) => {
    socket.on("message", (raw) => tellMembers(gateway, socket, String(raw)));
  });
  const { simulateInteraction } = discord;
  discord.simulateInteraction = async (asked) => {
    const data = await withResolved(discord, asked.data);
    return simulateInteraction.call(discord, { ...asked, data });
  };
}

/** Gap: `/applications/@me` has this address in Discord too, and an owner. */
async function application(discord) {
  const [known, owner] = await Promise.all([
    get(discord, "/applications/@me"),
    get(discord, "/users/@me"),
  ]);
  return { ...known, owner };
}

/** Gap: permissions that are a number, which Discord takes, are an error. */
async function withPermissions(context, next) {
  const { request } = context;
  if (request.method !== "PUT") return next();
  const commands = await request.json();
  for (const each of commands) {
    const permissions = each.default_member_permissions;
    each.default_member_permissions = permissions == null ? null : String(permissions);
  }
  context.request = asJson(request, commands);
  return next();
}

/** Gap: the gateway doesn't answer when it is asked for members. */
async function tellMembers(gateway, socket, raw) {
  // JavaScript's numbers are too small for the IDs that discord.py sends as numbers.
  const { op, d: asked } = JSON.parse(raw.replace(/(?<=[:[,] ?)\d{16,}/g, '"$&"'));
  if (op !== REQUEST_GUILD_MEMBERS) return;
  const { guilds } = await gateway.loadState();
  const { members } = guilds.find(({ id }) => id === asked.guild_id);
  const client = gateway.clients.find(({ ws }) => ws === socket);
  gateway.sendDispatch(client, "GUILD_MEMBERS_CHUNK", {
    guild_id: asked.guild_id,
    members: members.filter(({ user }) => asked.user_ids.includes(user.id)),
    chunk_index: 0,
    chunk_count: 1,
    nonce: asked.nonce,
  });
}

/** Gap: a command that names people doesn't say who they are. */
async function withResolved(discord, data) {
  const resolved = { users: {}, members: {} };
  for (const { type, value } of everyOption(data.options)) {
    if (type !== USER) continue;
    const path = `/guilds/${discord.guildId}/members/${value}`;
    const { user, ...member } = await get(discord, path);
    resolved.users[value] = user;
    resolved.members[value] = { ...member, permissions: PERMISSIONS };
  }
  return { ...data, resolved };
}

function* everyOption(options = []) {
  for (const each of options) {
    yield each;
    yield* everyOption(each.options);
  }
}

/** Gap: a bot that wants the message of its answer doesn't get it. */
async function withMessage(discord, context, next) {
  const response = await next();
  const [, interactionId] = CALLBACK.exec(context.request.url) ?? [];
  if (!response.ok || !interactionId || !context.query.with_response) return response;
  const where = { interactionId };
  const { channelId, messageId } = await discord.prisma.interactionResponse.findUnique({ where });
  const path = `/channels/${channelId}/messages/${messageId}`;
  return Response.json({ resource: messageId && { message: await get(discord, path) } });
}

/** Gap: requests with files aren't understood, and what a bot posts has no attachments. */
async function withFiles(keepFile, context, next) {
  const { request } = context;
  if (!["POST", "PATCH"].includes(request.method)) return next();
  const { body, files } = await read(request);
  context.body = body;
  context.request = asJson(request, body);
  const described = (body.data ?? body).attachments;
  if (!described) return next();
  const keep = async (each) => ({ ...each, ...(await keepFile(files[each.id])) });
  return uploaded.run(await Promise.all(described.map(keep)), next);
}

// The attachments of the request that is being served.
const uploaded = new AsyncLocalStorage();

async function read(request) {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return { body: await request.json(), files: {} };
  const form = await request.formData();
  const names = [...form.keys()].filter((each) => each !== "payload_json");
  const files = Object.fromEntries(names.map((each) => [/\d+/.exec(each)[0], form.get(each)]));
  return { body: JSON.parse(form.get("payload_json")), files };
}

function withAttachments(args) {
  const attachments = uploaded.getStore();
  if (!attachments) return args;
  let { components } = args.data;
  for (const { filename, url } of attachments) {
    components = components?.replaceAll(`attachment://${filename}`, url);
  }
  const data = { ...args.data, components, attachments: JSON.stringify(attachments) };
  return { ...args, data };
}

function asJson({ url, method }, body) {
  const headers = { "Content-Type": "application/json" };
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

async function get({ restUrl }, path) {
  return (await fetch(`${restUrl}/v10${path}`)).json();
}
