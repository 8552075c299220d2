/** Tests of the hand-over to HTTP endpoints, with servers in the same process. */
@NullMarked
package io.duetime.webhook;

import org.jspecify.annotations.NullMarked;
