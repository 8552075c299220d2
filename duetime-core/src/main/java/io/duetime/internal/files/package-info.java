/** Files and folders that only their owner may use. */
@NullMarked
package io.duetime.internal.files;

import org.jspecify.annotations.NullMarked;
