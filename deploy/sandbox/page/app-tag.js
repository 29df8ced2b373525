/** The badge behind the name of a bot. */

import { make } from "./dom.js";

export function appTag() {
  return make("span.app", {}, "APP");
}
