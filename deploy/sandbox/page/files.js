/** Files that a member hands to a command. */

/** @import { OptionValue } from "./types.d.ts" */

/**
 * Writes the files among a command's options so that they fit into JSON.
 * @param {Record<string, OptionValue>} options
 */
export async function encoded(options) {
  const entries = Object.entries(options).map(async ([name, value]) => [
    name,
    value instanceof File ? await encodedFile(value) : value,
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/** @param {File} file */
async function encodedFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { name: file.name, type: file.type, content: btoa(text) };
}
