/** Tests of the claims of callers and workers. */
@NullMarked
package io.duetime.runtime.claim;

import org.jspecify.annotations.NullMarked;
