/**
 * Connects to a server: its address, paths, certificates and requests. Shared with the command,
 * which calls the API itself; it knows nothing of jobs, and users need only the URI.
 */
@NullMarked
package io.duetime.client.http;

import org.jspecify.annotations.NullMarked;
