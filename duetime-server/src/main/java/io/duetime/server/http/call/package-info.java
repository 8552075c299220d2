/**
 * What a call is: its path and query, the rule for its body, the route that answers it, the answer
 * or the refusal, and the limits of HTTP.
 */
@NullMarked
package io.duetime.server.http.call;

import org.jspecify.annotations.NullMarked;
