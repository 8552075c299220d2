/** Writes queues and their settings as JSON, and reads changes of settings. */
@NullMarked
package io.duetime.server.json.queue;

import org.jspecify.annotations.NullMarked;
