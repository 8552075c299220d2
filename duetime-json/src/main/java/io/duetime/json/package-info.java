/**
 * The JSON codec: payloads as JSON, read and written by Jackson. No other module knows Jackson but
 * the server.
 */
@NullMarked
package io.duetime.json;

import org.jspecify.annotations.NullMarked;
