/** What servers write, and what the client makes of it. */
@NullMarked
package io.duetime.client.internal.json;

import org.jspecify.annotations.NullMarked;
