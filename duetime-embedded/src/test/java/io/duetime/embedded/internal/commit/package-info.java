/** Tests of how orders of one group are guarded from one another. */
@NullMarked
package io.duetime.embedded.internal.commit;

import org.jspecify.annotations.NullMarked;
