/** Files that a member hands to a command. */

/**
 * Writes a file so that it fits into JSON.
 * @param {File} file
 */
export async function encoded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { name: file.name, type: file.type, content: btoa(text) };
}
