/** Tests of what one group of changes does, before and after it is written. */
@NullMarked
package io.duetime.embedded.internal.table;

import org.jspecify.annotations.NullMarked;
