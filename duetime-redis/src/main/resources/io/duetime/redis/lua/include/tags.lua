-- Tags that a job must have.
local function tags_asked_for(lines)
  local tags = {}
  for one in string.gmatch(lines, '[^\n]+') do tags[#tags + 1] = one end
  return tags
end

local function has_tags(job, tags)
  local has = {}
  for _, one in ipairs(job.r.tags) do has[one] = true end
  for _, one in ipairs(tags) do
    if not has[one] then return false end
  end
  return true
end
