/** Routes for those who run servers: health, metrics, the store, tasks, tokens and events. */
@NullMarked
package io.duetime.server.http.operations;

import org.jspecify.annotations.NullMarked;
