/** The page's types: what the sandbox sends, as far as the page reads it, and the page's own values.
 *  Only the type checker reads this file; no browser loads it. */

export type Child = Node | string | false | null | undefined | readonly Child[];

type Handlers = {
  [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void;
};
/** Attributes, event handlers ("onclick"), and `data` for data attributes. */
export type Settings = Handlers & { data?: Record<string, string | number> } & Record<
    string,
    unknown
  >;

/** The element that `make("button.plain")` returns. */
export type ElementOf<Tag extends string> = Tag extends `${infer Name}.${string}`
  ? ElementOf<Name>
  : Tag extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Tag]
    : HTMLElement;

export interface User {
  id: string;
  username: string;
  global_name?: string | null;
  bot?: boolean;
}

/** Somebody who has an avatar: a member, or a user who is no member. */
export interface Person {
  id: string;
  name?: string | null;
  username?: string;
  global_name?: string | null;
  color?: string;
  bot?: boolean;
}

export interface Member extends Person {
  name: string;
  username: string;
  here: boolean;
  moderator: boolean;
  roles: string[];
  /** In milliseconds since 1970. */
  timed_out_until: number;
}

export interface Role {
  id: string;
  name: string;
}

export interface Channel {
  id: string;
  name: string;
  type: number;
  parent: string | null;
  writable: boolean;
  topic: string;
  archived: boolean;
}

export type OptionValue = string | number | boolean | File;

export interface OptionChoice {
  name: string;
  value: OptionValue;
}

export interface CommandOption {
  type: number;
  name: string;
  description: string;
  required?: boolean;
  autocomplete?: boolean;
  choices?: OptionChoice[];
  channel_types?: number[];
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
  options?: CommandOption[];
}

export interface Command {
  id: string;
  name: string;
  type: number;
  description?: string;
  contexts?: number[] | null;
  guild_id?: string;
  options?: CommandOption[];
}

/** Something to choose in a listbox. */
export interface Item {
  value: OptionValue;
  label: string;
  note?: string;
  aside?: string;
  face?: () => Node;
  chosen?: boolean;
}

/** A command, or one of its subcommands, as somebody types it. */
export interface PaletteEntry extends Item {
  command: Command;
  path: string[];
  name: string;
  options: CommandOption[];
}

export interface Media {
  url?: string;
  width?: number | null;
  height?: number | null;
  description?: string | null;
}

export interface Attachment extends Media {
  filename?: string;
  name?: string;
  size?: number;
  content_type?: string | null;
}

export interface SelectOption {
  label: string;
  value: string;
  description?: string;
  default?: boolean;
  emoji?: { name?: string };
}

/** A component of any type; Discord's documentation says which type has which fields. */
export interface Component {
  type: number;
  custom_id?: string;
  style?: number;
  label?: string;
  emoji?: { name?: string };
  disabled?: boolean;
  required?: boolean;
  url?: string;
  components?: Component[];
  component?: Component;
  accessory?: Component;
  content?: string;
  media?: Media;
  items?: { media: Media; description?: string | null; spoiler?: boolean }[];
  file?: { url: string };
  name?: string;
  size?: number;
  description?: string | null;
  spoiler?: boolean;
  spacing?: number;
  divider?: boolean;
  accent_color?: number | null;
  options?: SelectOption[];
  default_values?: { id: string }[];
  channel_types?: number[];
  min_values?: number;
  max_values?: number;
  min_length?: number;
  max_length?: number;
  placeholder?: string;
  value?: string;
}

export interface EmbedField {
  name: string;
  value: string;
  inline?: boolean;
}

export interface Embed {
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  timestamp?: string;
  author?: { name: string; url?: string };
  footer?: { text: string };
  image?: Media;
  thumbnail?: Media;
  fields?: EmbedField[];
}

export interface Message {
  id: string;
  channel_id: string;
  type: number;
  author: User;
  content: string;
  timestamp: string;
  edited_timestamp: string | null;
  flags?: number;
  mention_everyone?: boolean;
  mentions?: User[];
  attachments?: Attachment[];
  embeds?: Embed[];
  components?: Component[];
  interaction_metadata?: { user: User; name?: string };
  message_reference?: { message_id?: string; channel_id?: string };
  referenced_message?: Message;
  pinned?: boolean;
  /** The ids of those who have reacted, by emoji. */
  reacted?: Record<string, string[]>;
}

export type InteractionState = "waiting" | "thinking" | "answered" | "failed";

export type InteractionSource =
  | { kind: "command"; name: string }
  | { kind: "press"; message: string; custom_id: string }
  | { kind: "form" };

export interface Modal {
  title: string;
  custom_id: string;
  components: Component[];
}

export interface Fault {
  id: string;
  kind: string;
  on: string;
  left: number;
  seconds: number;
  status: number;
}

export interface FaultKind {
  kind: string;
  label: string;
  says: string;
  on: string[];
}

export interface HelloFrame {
  type: "hello";
  me: Member;
  server: { id: string; name: string };
  servers: number;
  application: { id: string; name: string };
  bot: string;
  members: Member[];
  roles: Role[];
  channels: Channel[];
  commands: Command[];
  messages: Message[];
  forms: ModalFrame[];
  faults: Fault[];
  shortcomings: string[];
}

export interface ModalFrame {
  type: "form";
  id: string;
  channel: string;
  modal: Modal;
}

export interface InteractionFrame {
  type: "interaction";
  id: string;
  channel: string;
  state: InteractionState;
  source: InteractionSource;
}

/** What the sandbox sends to one seat. */
export type Frame =
  | HelloFrame
  | ModalFrame
  | InteractionFrame
  | { type: "message"; message: Message }
  | { type: "deleted"; channel: string; message: string }
  | { type: "typing"; channel: string; member: string }
  | { type: "commands"; commands: Command[] }
  | { type: "channel"; channel: Channel }
  | { type: "channels"; channels: Channel[] }
  | { type: "members"; members: Member[] }
  | { type: "faults"; faults: Fault[] }
  | { type: "shortcomings"; shortcomings: string[] }
  | { type: "bot"; state: string };

/** What a chat tells its listeners, by the name of the event. */
export interface ChatEvents {
  hello: undefined;
  look: string;
  message: { message: Message; isNew: boolean };
  deleted: Message;
  typing: { channel: string; member: string };
  pressed: string;
  sent: undefined;
  unread: undefined;
  interaction: { id: string; state: InteractionState; source: InteractionSource };
  form: ModalFrame;
  commands: undefined;
  bot: undefined;
  channels: undefined;
  members: undefined;
  faults: undefined;
  shortcomings: undefined;
}

/** The kinds of markdown nodes that only wrap others. */
export type Wrapping =
  | "paragraph"
  | "small"
  | "quote"
  | "strong"
  | "em"
  | "underline"
  | "strike"
  | "spoiler";

/** A node of parsed markdown. A link's `length` is how much of the source it takes, if not all that
 *  its pattern matched. */
export type MarkdownNode =
  | { kind: "text" | "code"; text: string }
  | { kind: "pre"; lang: string; text: string }
  | { kind: Wrapping; inside: MarkdownNode[] }
  | { kind: "heading"; level: number; inside: MarkdownNode[] }
  | { kind: "list"; start: number | null; items: MarkdownNode[][] }
  | { kind: "member" | "role" | "channel"; id: string }
  | { kind: "all"; whom: string }
  | { kind: "command"; command: string }
  | { kind: "emoji"; called: string }
  | { kind: "time"; at: number; style: string }
  | { kind: "link"; url: string; inside: MarkdownNode[] | null; length?: number };

/** Asks the bot what it suggests for the option called `name`. */
export type Suggest = (
  name: string,
  options: Record<string, OptionValue>,
) => Promise<OptionChoice[]>;

/** One field of a modal, as the modal checks and sends it. */
export interface ModalInput {
  id: string;
  value: () => string | string[];
  focus: () => void;
  check: () => boolean;
}
