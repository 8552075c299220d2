/**
 * Bulk changes that run in the background: their state is a document of the store, so that any
 * server can report, cancel or resume them.
 */
@NullMarked
package io.duetime.server.task;

import org.jspecify.annotations.NullMarked;
