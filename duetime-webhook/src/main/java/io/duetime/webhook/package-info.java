/**
 * Hands due jobs over to HTTP endpoints: targets of the type {@code webhook}. A job is acknowledged
 * when its endpoint has answered with a status from 200 to 299.
 */
@NullMarked
package io.duetime.webhook;

import org.jspecify.annotations.NullMarked;
