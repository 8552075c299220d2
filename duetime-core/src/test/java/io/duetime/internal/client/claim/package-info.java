/** Tests of the claims of callers and workers. */
@NullMarked
package io.duetime.internal.client.claim;

import org.jspecify.annotations.NullMarked;
