/** Tests of what is read and of changes of selections. */
@NullMarked
package io.duetime.runtime.read;

import org.jspecify.annotations.NullMarked;
