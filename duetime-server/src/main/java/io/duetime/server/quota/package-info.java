/**
 * Quotas of queues by name pattern: the file that declares them, and an engine that enforces them
 * for every protocol of the server. The queue's own settings and their check belong to the engines.
 */
@NullMarked
package io.duetime.server.quota;

import org.jspecify.annotations.NullMarked;
